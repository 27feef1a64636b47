// @ts-check
// After the end: one sentence about the game, and the next level for a winner.

import { byId, make } from "./dom.js";
import { language, say } from "./words.js";

let asked = false;

/** Ask once for the sentence; the page does without it. @param {import("./game-state.js").Game} game */
export async function showVerdict(game) {
  if (asked || game.view.imported) return;
  asked = true;
  const place = byId("verdict");
  const { winners } = game.view;
  const won = game.mine.length === 1 && winners?.length === 1 && winners[0] === game.mine[0];
  const { harder } = place.dataset;
  if (won && harder) place.append(make("a", { href: harder }, say("next_level")));
  place.hidden = !place.hasChildNodes();
  try {
    const answer = await fetch(`/g/${game.view.id}/verdict?lang=${language}`);
    const { text } = answer.ok ? await answer.json() : { text: "" };
    if (text) place.prepend(`${text} `);
  } catch {
    // The server is away; the review has more of it later.
  }
  place.hidden = !place.hasChildNodes();
}
