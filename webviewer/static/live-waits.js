// The page that a player sees before the first round. It goes to the table once the director has opened it.
const AGAIN = 1500; // milliseconds

const look = async () => {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer?.ok && answer.redirected) location.replace(answer.url);
  else setTimeout(look, AGAIN);
};

look();
