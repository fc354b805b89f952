"""What the report of a map says, in English: doubts, how each was taken, and the rules by which things go."""

from collections.abc import Mapping

from vttbridge.formats.report import Doubt, Dropped

DOUBTS: Mapping[str, str] = {
    "portal_written_open": "portals written as not closed, which may mean windows or doors that stand open",
    "portal_narrow": "closed portals narrower than a square, which may be windows or doors",
    "walls_absent": "no list of walls is in the file",
    "wall_under_portal": "walls that run on through a portal",
    "size_not_written": "the size of the picture is not in the file",
    "size_disagrees": "the size that is written is not that of the tiles",
    "tile_absent": "squares of the map without a tile",
    "rotunda": "round rooms",
    "water_without_floor": "water where there is no floor",
    "elevation_as_text": "elevations written as text",
    "elevation_unreadable": "elevations that are no number",
    "grid_type_absent": "the kind of grid is not written",
    "grid_type_unknown": "a kind of grid that is not known",
    "grid_size_absent": "the size of a cell is not written",
    "grid_distance_absent": "the distance of a cell is not written",
    "padding_absent": "the padding is not written",
    "hex_padding": "how the canvas of a hex scene is padded is published nowhere",
    "legacy_hex": "a hex scene from before version 10",
    "basement_without_floor_above": "a level below 0 and no floor above it",
    "levels_flag": "levels kept by a module",
    "level_unknown": "documents on levels that the scene does not have",
    "door_unknown": "kinds of door that are not known",
    "door_state_absent": "doors without a state",
    "door_state_unknown": "doors in a state that is not known",
    "move_unknown": "walls whose movement number is not known",
    "dir_unknown": "walls whose direction is not known",
    "off_canvas": "walls off the canvas",
    "id_twice": "two documents with one id",
    "heights_switched_off": "the scene switches wall heights off",
    "heights_reversed": "walls whose top lies under their bottom",
    "height_unreadable": "walls with a height that is no number",
    "levels_apart": "walls on levels that do not touch",
    "drawing_with_levels": "drawings that lead to another level",
    "two_heights": "walls with an older and a newer height that differ",
    "region_cut_by_walls": "regions that are cut by walls",
    "region_elevation": "regions that do nothing but have a height",
    "region_by_name": "regions that do nothing but have a telling name",
    "changeLevel": "regions that lead to another level",
    "teleportToken": "regions that lead elsewhere",
    "emanation": "emanations",
    "tile_with_levels": "tiles with a range of heights",
    "terrain_type_unknown": "drawn heights whose kind of terrain is kept outside the scene",
    "token_fractional_pixels": "tokens at fractions of a pixel",
    "token_fractional_size": "tokens that are not whole cells wide",
    "token_off_grid": "tokens that do not stand on the grid",
    "token_not_round": "tokens on hexes that are wider than deep, or deeper than wide",
    "manifest_missing": "the pack has no MANIFEST",
}

KINDS: Mapping[str, str] = {
    "door_type_": "doors of type {rest}, whose meaning is published nowhere",
    "section_type_": "sections of type {rest}, whose meaning is published nowhere",
    "terrain_": "terrain called {rest}, which means nothing for movement here",
    "wall_": "walls of the kind {rest}, which is not documented",
}
"""The same for codes that end in a word of the file."""

TAKEN: Mapping[str, str] = {
    "no_walls": "as a map without walls",
    "open_door": "as a door that stands open",
    "closed_door": "as a closed door",
    "cut_out": "that stretch cut out, so that opening the door opens the way",
    "least_that_holds_all": "as the least size that holds every point",
    "box": "as its box",
    "left_out": "left out",
    "tiles": "the tiles are right",
    "without_what_lies_apart": "without the tiles that lie apart from the map",
    "default": "as the usual level",
    "number": "as the number that it spells",
    "nearest_cells": "on the nearest cells",
    "rounded_up": "as many cells as that is, rounded up",
    "wider_side": "by the wider side",
    "whole_strides": "in whole strides of the grid",
    "size_is_long_diagonal": "the size as a hex's long diagonal",
    "names_only": "for their names only",
    "all_levels": "as being on all levels",
    "swapped": "turned over",
    "newer": "the newer one",
    "ignored": "so they are not used",
    "numbered": "the later one with its number",
    "both_ways": "as blocking both ways",
    "no_door": "as a plain wall",
    "blocks": "as blocking",
    "kept": "kept",
    "whole": "whole",
    "floor_at_bottom": "as a floor at the bottom",
    "block_up_to_top": "as ground up to the top",
    "stairs": "as stairs",
    "boundless": "as boundless there",
    "whole_band": "as reaching from the lowest to the highest",
    "round_base": "as growing from a round base",
    "floor": "as a floor at the bottom",
    "solid_ground": "as solid ground",
    "all_files_read": "so all its files were read",
    "ground_at_0": "the ground lies at 0",
}

RULES: Mapping[str, str] = {
    "zero_length": "they have no length",
    "duplicate": "they are copies of others",
    "lets_everybody_pass": "nobody's movement is stopped by them (move 0)",
    "not_a_drawing": "they cannot be drawn",
    "heights_unknown": "heights that a module drew, in a form that is not known",
    "no_height": "their top is their bottom",
    "not_a_list": "a list belongs there",
    "not_a_record": "they are no documents",
    "not_a_wall": "they are no walls",
    "not_a_point": "they are no points",
    "not_a_line": "they are no lines",
    "not_a_segment": "they are no segments",
    "not_a_box": "they are no boxes",
    "not_a_door": "they are no doors",
    "not_a_level": "they are no levels",
    "not_a_region": "they are no regions",
    "not_a_tile": "they are no tiles",
    "not_a_token": "they are no tokens",
    "not_a_cell": "they are no cells",
    "not_a_terrain_shape": "they are no drawn heights",
    "wall_id_only": "only their ids are in the file",
    "portal_without_width": "they have no width",
    "outside_map": "they lie outside the map",
    "beyond_every_map": "they lie farther off than any map is wide",
    "door_without_side": "no floor ends there",
    "tile_without_place": "they have no place",
    "tile_twice": "another one is there already",
    "tile_without_shape": "their outline crosses itself",
    "level_separator": "they only separate drawings",
    "ramp_aslant": "they do not follow the grid",
    "no_meaning_for_movement": "they mean nothing for movement",
    "region_without_shape": "they have no shape that can be read",
    "shape_unknown": "they are of a kind that is not known",
    "shape_broken": "they cannot be drawn",
    "outline_broken": "their outline crosses itself",
    "surface_without_height": "the floor has no height",
    "terrain_without_height": "they have no height",
    "broken_line": "they cannot be read, cut off perhaps",
    "broken_value": "they cannot be read",
    "folder_scene": "a module keeps its folders in them",
    "no_scene": "they are no scenes",
    "scene_unreadable": "they cannot be read",
    "file_unreadable": "they cannot be read",
}


def doubt_sentence(doubt: Doubt) -> str:
    """Return what was doubtful, how often, how it was taken and where."""
    taken = TAKEN.get(doubt.taken, f"as {doubt.taken.replace('_', ' ')}")
    return f"{doubt.times} x {_what(doubt.code)}: taken {taken} ({_places(doubt.places, doubt.times)})"


def dropped_sentence(dropped: Dropped) -> str:
    """Return what was left out, by which rule and where."""
    why = RULES.get(dropped.rule, dropped.rule.replace("_", " "))
    return f"{dropped.times} x {dropped.rule}: {why} ({_places(dropped.places, dropped.times)})"


def _what(code: str) -> str:
    if code in DOUBTS:
        return DOUBTS[code]
    for start, sentence in KINDS.items():
        if code.startswith(start):
            return sentence.format(rest=code.removeprefix(start))
    return code.replace("_", " ")


def _places(places: tuple[str, ...], times: int) -> str:
    shown = places[:MAX_SHOWN]
    more = f" and {times - len(shown)} more" if times > len(shown) else ""
    return f"{', '.join(shown)}{more}"


MAX_SHOWN = 5
"""A sentence names so many places; the report as JSON names more."""
