// Starts `mjlog lsp`, which answers all that the editor asks about a record.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("mjlog").get("command");
  client = new LanguageClient("mjlog", "mjlog", { command, args: ["lsp"] }, { documentSelector: [{ language: "mjlog" }] });
  return client.start();
};

exports.deactivate = () => client?.stop();
