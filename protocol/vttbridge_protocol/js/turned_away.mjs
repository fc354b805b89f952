/** What a server turned away unlooked-at is sent again, when it said to come back. */

/** Codes of `busy` that say something of the sender's haste, and nothing of what was sent. */
const UNLOOKED_AT = new Set(["too_fast", "too_many_in_flight"]);

/** How often a request or an offer is sent at most. */
export const TRIES = 5;

/** Whoever is told to come again later than that decides for themselves whether to. */
export const MAX_PAUSE_MS = 30_000;

/** The pause before a transfer is offered again to a server that does not say its rates. */
export const OFFER_PAUSE_MS = 4000;

/**
 * Returns the pause after which to send again, or `undefined` where the answer is for whoever asked.
 *
 * @param {{outcome?: string, code?: string, retry_after_ms?: number} | undefined} answer
 * @returns {number | undefined}
 */
export function pauseMs(answer) {
  if (answer?.outcome !== "busy" || !UNLOOKED_AT.has(answer.code ?? "")) return undefined;
  const pause = answer.retry_after_ms ?? 0;
  return pause > MAX_PAUSE_MS ? undefined : pause;
}

/**
 * Returns the pause before a transfer is offered again, as a stop does not say when to come: a rate that has refilled
 * whole is never overdrawn.
 *
 * @param {readonly import("./wire.d.ts").RoleRate[]} rates
 * @param {string} role
 * @returns {number}
 */
export function offerPauseMs(rates, role) {
  const rate = rates.find((one) => one.role === role && one.per_second > 0);
  return rate ? Math.min(MAX_PAUSE_MS, (rate.burst / rate.per_second) * 1000) : OFFER_PAUSE_MS;
}
