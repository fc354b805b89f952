"""What both Necromunda books share on an inch table: sides, engagement, checks, ledges, falls, landings.

Rule ids differ between the books; each says its own in a `FallBook`.
"""
