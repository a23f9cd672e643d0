"""mjlog: records of mahjong games of any rule set, replayed, validated and audited."""
