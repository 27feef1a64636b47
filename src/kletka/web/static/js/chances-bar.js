// @ts-check
// The players' winning chances as one bar.

import { byId } from "./dom.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** The class that gives a seat its colour on graphs. @param {number} seat @param {number} seats
 * @param {boolean} colours whether players have colours instead of white and black stones */
export function seatClass(seat, seats, colours) {
  if (colours) return `kletka-p${seat + 1} coloured`;
  return ["white-stones", "black-stones"][seat];
}

/** A share in whole percent. @param {number} share */
export function percent(share) {
  return Math.round(100 * share);
}

/**
 * @param {number[] | null} shares @param {string[]} names @param {boolean} colours
 */
export function showChances(shares, names, colours) {
  const bar = byId("shares");
  bar.hidden = !shares;
  if (!shares) return;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 6");
  picture.setAttribute("preserveAspectRatio", "none");
  let left = 0;
  shares.forEach((share, seat) => {
    const part = document.createElementNS(SVG, "rect");
    part.setAttribute("class", seatClass(seat, shares.length, colours));
    part.setAttribute("x", String(left));
    part.setAttribute("width", String(100 * share));
    part.setAttribute("height", "6");
    picture.append(part);
    left += 100 * share;
  });
  bar.replaceChildren(picture);
  const words = shares.map((share, seat) =>
    say("chance_of", { player: names[seat], percent: percent(share) }),
  );
  bar.setAttribute("aria-label", `${say("chances")}: ${words.join(", ")}`);
  bar.title = words.join(" · ");
}
