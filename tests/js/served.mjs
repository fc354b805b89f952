// Lets Node find the client's modules where a server serves them to the page: `node --import ./tests/js/served.mjs`.

import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const SERVED = new URL("../../vttbridge/web/client/", import.meta.url).href;
const FILES = new URL("../../protocol/vttbridge_protocol/js/", import.meta.url).href;

/**
 * Finds a module; Node calls it for each import.
 *
 * @type {import("node:module").ResolveHook}
 */
export function resolve(specifier, context, next) {
  const url = context.parentURL && specifier.startsWith(".") ? new URL(specifier, context.parentURL).href : specifier;
  return next(url.startsWith(SERVED) ? url.replace(SERVED, FILES) : specifier, context);
}

// The hooks run in a thread of their own, which reads this module too.
if (isMainThread) register(import.meta.url);
