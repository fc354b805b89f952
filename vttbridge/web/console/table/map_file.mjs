/** What a map file is sent as: its format, its text, the name and the id of its scene. Pure. */

/**
 * Returns the format by which a file is sent; the server looks into it and decides for itself.
 *
 * @param {string} name
 * @returns {string}
 */
export function formatOf(name) {
  const end = name.toLowerCase().split(".").pop() ?? "";
  return { json: "foundry", xml: "fantasy_grounds", txt: "ascii" }[end] ?? "uvtt";
}

/**
 * Leaves out embedded pictures, which the server does not read and which are most of a file.
 *
 * @param {string} text
 * @returns {string}
 */
export function withoutPictures(text) {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    const map = JSON.parse(text);
    if ("image" in map && typeof map.image === "string") map.image = "";
    return JSON.stringify(map);
  } catch {
    return text;
  }
}

/**
 * Returns what a scene is called after its file.
 *
 * @param {string} file
 * @returns {string}
 */
export function sceneName(file) {
  return file.replace(/\.[^.]+$/, "").replace(/[-_]+/g, " ").slice(0, 100);
}

/**
 * Returns an id for the scene of a file that no other scene has.
 *
 * @param {string} file
 * @param {readonly string[]} taken
 * @returns {string}
 */
export function freshSceneId(file, taken) {
  const base = file.toLowerCase().replace(/\.[^.]+$/, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "scene";
  let id = base;
  for (let count = 2; taken.includes(id); count += 1) id = `${base}-${count}`;
  return id;
}
