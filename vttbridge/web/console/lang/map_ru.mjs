/** Что сказано в отчёте о прочитанной карте: сомнения, как они решены, почему что-то пропущено. */
export default {
  doubt: {
    portal_written_open: "проёмы записаны открытыми: окна или распахнутые двери", wall_under_portal: "стены проходят сквозь проём", size_not_written: "размер картинки не записан",
    size_disagrees: "записанный размер не тот, что у плиток", rotunda: "круглые комнаты", water_without_floor: "вода там, где нет пола", elevation_as_text: "высота записана словами",
    elevation_unreadable: "высота не число", grid_type_absent: "вид сетки не записан", grid_type_unknown: "вид сетки неизвестен", grid_size_absent: "размер клетки не записан",
    grid_distance_absent: "расстояние клетки не записано", padding_absent: "поля не записаны", hex_padding: "поля шестиугольных сцен нигде не описаны", legacy_hex: "шестиугольная сцена до версии 10",
    basement_without_floor_above: "уровень ниже 0 без пола над ним", levels_flag: "уровни хранит модуль", level_unknown: "документы на уровнях, которых нет", door_unknown: "неизвестный вид двери",
    door_state_absent: "двери без состояния", door_state_unknown: "неизвестное состояние двери", move_unknown: "неизвестное число движения стены", dir_unknown: "неизвестное направление стены",
    off_canvas: "стены вне холста", id_twice: "два документа с одним именем", heights_switched_off: "сцена выключает высоты стен", heights_reversed: "верх стены ниже низа",
    two_heights: "старая и новая высоты стены расходятся", region_cut_by_walls: "области, разрезанные стенами", region_elevation: "области, у которых есть только высота",
    region_by_name: "области, у которых говорит только имя", changeLevel: "области, ведущие на другой уровень", teleportToken: "области, ведущие в другое место", emanation: "излучения",
    tile_with_levels: "плитки с пределами высот", terrain_type_unknown: "высоты, вид которых хранится вне сцены", token_fractional_pixels: "фишки в дробных точках",
    token_fractional_size: "фишки не в целое число клеток", token_off_grid: "фишки не на сетке", token_not_round: "неровные фишки на шестиугольниках", manifest_missing: "в пакете нет MANIFEST",
    walls_absent: "в файле нет списка стен", height_unreadable: "высота стены не число", levels_apart: "стены на уровнях, которые не соприкасаются",
    drawing_with_levels: "рисунки, ведущие на другой уровень", heights_unknown: "высоты модуля в неизвестном виде",
  },
  doubt_kind: {
    door_type_: "двери вида {rest}, смысл которого нигде не описан", section_type_: "участки вида {rest}, смысл которого нигде не описан",
    terrain_: "местность {rest}, для движения она ничего не значит", wall_: "стены вида {rest}, который не описан",
  },
  taken: {
    open_door: "принято за открытую дверь", cut_out: "этот кусок вырезан, и открытая дверь открывает путь", least_that_holds_all: "взят наименьший размер, где помещается всё", box: "взят прямоугольник",
    left_out: "пропущено", tiles: "верны плитки", default: "взят обычный уровень", number: "взято написанное число", nearest_cells: "поставлено на ближайшие клетки", rounded_up: "округлено вверх до клеток",
    wider_side: "взята широкая сторона", whole_strides: "взяты целые шаги сетки", size_is_long_diagonal: "размер принят за длинную диагональ", names_only: "взяты только имена",
    all_levels: "считается на всех уровнях", swapped: "перевёрнуто", newer: "взято новое", ignored: "не используется", numbered: "второму дан номер", both_ways: "не пускает в обе стороны",
    no_door: "принято за простую стену", blocks: "не пускает", kept: "оставлено", whole: "целиком", floor_at_bottom: "пол внизу", block_up_to_top: "сплошь до верха", stairs: "принято за лестницу",
    round_base: "растёт от круглой базы", floor: "пол внизу", solid_ground: "сплошная земля", all_files_read: "прочитаны все файлы", ground_at_0: "земля на высоте 0", no_walls: "карта без стен", boundless: "там нет края", whole_band: "от самого низа до самого верха",
  },
  left: {
    zero_length: "без длины", duplicate: "повторы других", lets_everybody_pass: "никого не останавливают", no_height: "верх равен низу", not_a_wall: "не стены", not_a_point: "не точки",
    not_a_line: "не линии", not_a_segment: "не отрезки", not_a_box: "не прямоугольники", not_a_door: "не двери", not_a_level: "не уровни", not_a_region: "не области", not_a_tile: "не плитки",
    not_a_token: "не фишки", not_a_cell: "не клетки", not_a_terrain_shape: "не высоты", wall_id_only: "записаны только имена", portal_without_width: "без ширины", outside_map: "за краем карты",
    door_without_side: "там не кончается пол", tile_without_place: "без места", tile_twice: "там уже есть другая", tile_without_shape: "контур пересекает сам себя", level_separator: "только разделяют рисунки",
    ramp_aslant: "не по сетке", no_meaning_for_movement: "для движения ничего не значат", region_without_shape: "форма не читается", shape_unknown: "неизвестный вид", shape_broken: "не рисуются",
    outline_broken: "контур пересекает сам себя", surface_without_height: "у пола нет высоты", terrain_without_height: "без высоты", broken_line: "не читаются, возможно обрезаны", broken_value: "не читаются",
    folder_scene: "модуль хранит в них папки", no_scene: "не сцены", scene_unreadable: "не читаются", file_unreadable: "не читаются", not_a_drawing: "не рисуются", not_a_list: "там должен быть список", not_a_record: "не документы",
  },
};
