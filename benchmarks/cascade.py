import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from unittest.mock import patch
from tampering.facts import slips
from tampering.trials import alone, seeded, complaints, _is_told
from mjlog.audit import audit
from mjlog.generate import games
from mjlog.notation import read, write
RULES = ["taiyuan","taiyuan preset=regional","taiwanese","tibet preset=tibet-7","tibet preset=tibet-riichi","riichi","riichi preset=tenhou-sanma","american charleston=on jokers=8","american"]
import argparse
p=argparse.ArgumentParser(); p.add_argument("deals",type=int,nargs="?",default=20); p.add_argument("seed",type=int,nargs="?",default=1); p.add_argument("rules",nargs="*"); p.add_argument("-v",action="store_true"); p.add_argument("-k",default=""); p.add_argument("--show",type=int,default=0); p.add_argument("--logs")
a=p.parse_args()
def source():
    if a.logs:
        from mjlog.formats import load
        ch=seeded(a.seed,"x"); paths=sorted(q for q in Path(a.logs).rglob("*") if q.is_file() and "corrupted" not in q.parts)
        def it():
            for q in ch.sample(paths,min(a.deals,len(paths))):
                for s in load(q,q.name):
                    if s.game is not None and s.game.deals:
                        n=ch.randrange(len(s.game.deals))
                        yield alone(s.game,n); break
        yield a.logs, it()
        return
    for r in a.rules or RULES:
        yield r, (alone(g,0) for g in games(r,seed=a.seed,deals=a.deals))
for title, gs in source():
    made, bad = Counter(), Counter(); codes=Counter(); seen=0
    for n,g in enumerate(gs):
        base=write(g)
        if complaints(base): continue
        for s in slips(g.deals[0], seeded(a.seed,title,n)):
            if a.k and a.k not in s.kind: continue
            after=write(replace(g,deals=(s.deal,)))
            if after==base: continue
            made[s.kind]+=1
            with patch("mjlog.audit.explained", lambda sheet,*_,**__: sheet.findings):
                errs=[f for f in audit(read(after)).findings if f.severity=="error"]
            wrong=[f for f in errs if f.place.seat>=0 and f.place.seat not in s.seats and getattr(f,"other",None) is None]
            if len(errs)>3 or wrong:
                bad[s.kind]+=1
                sig=(s.kind, ">3" if len(errs)>3 else "", "seat" if wrong else "", " ".join(sorted({f.code for f in (wrong or errs)})))
                codes[sig]+=1
                if a.show>seen:
                    seen+=1
                    o,nw=base.splitlines(),after.splitlines()
                    print("=====",s.kind,s.seats); print(after if a.v else "\n".join([f"-{l}" for l in o if l not in nw]+[f"+{l}" for l in nw if l not in o]))
                    for f in errs: print("   ",f.place.line,f.code,f.message[:120], "" if f in errs and f not in wrong else "<<<")
    print(f"{title}: {bad.total()} of {made.total()} bad", flush=True)
    if not a.show:
        for sig,k in codes.most_common(60): print("   ",k,*sig)
