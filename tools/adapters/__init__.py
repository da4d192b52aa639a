"""Compiled games as other libraries want them: numbered actions, observation arrays, PettingZoo, OpenSpiel.

Needs the extra `rl`. Nothing else in Rulewright imports this package.
"""
