// @ts-check
// Shows how a turn came about: the picture lists what happens in its `data-motion`, beat by beat.
// A click, or the next picture, finishes it at once.

import { play } from "./sound.js";

/** @typedef {[number, number][]} Stroke */
/** `at` names the pieces; `along` is the way of a piece that slides to its place, or away from it if
 * `from` is set; `curves` are the lines that grow; `start` is how a removed piece stood.
 * @typedef {{kind: string, at: string, along?: Stroke[], from?: boolean, curves?: string[],
 *   start?: string}} Item */

const BEAT = 200; // milliseconds
const SOUNDS = { close: "ring", vanish: "capture", slide: "jump", grow: "growth", appear: "place" };
const LESS = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** @type {Animation[]} */
  #running = [];
  /** @type {number[]} */
  #sounds = [];

  /** @param {HTMLElement} frame the element with the picture */
  constructor(frame) {
    this.frame = frame;
    frame.addEventListener("pointerdown", () => this.finish(), { capture: true });
  }

  /** Finish what moves. */
  finish() {
    for (const animation of this.#running.splice(0)) animation.finish();
    for (const sound of this.#sounds.splice(0)) clearTimeout(sound);
  }

  /** Resolves when nothing moves. */
  get done() {
    return Promise.all(this.#running.map((animation) => animation.finished));
  }

  /** @param {Item[][]} beats what happens, one after the other */
  play(beats) {
    this.finish();
    beats.forEach((beat, number) => this.#sound(beat, number * BEAT));
    if (LESS.matches || document.hidden) return;
    const whole = beats.length * BEAT;
    /** The ways of each piece. @type {Map<string, Leg[]>} */
    const ways = new Map();
    beats.forEach((beat, number) => {
      for (const item of beat) {
        if (item.along) ways.set(item.at, [...(ways.get(item.at) ?? []), { number, item }]);
        else this.#show(item, number * BEAT);
      }
    });
    for (const [at, legs] of ways)
      this.#run(this.#at(at), slideFrames(legs, beats.length), { duration: whole });
  }

  /** @param {Item} item @param {number} delay */
  #show({ kind, at, start, curves = [] }, delay) {
    const timing = { duration: BEAT, delay, easing: "ease-out" };
    if (kind === "appear")
      this.#run(this.#at(at), [{ opacity: 0, transform: "scale(1.25)" }, {}], timing);
    if (kind === "close") this.#run(this.#at(at), CLOSING, { ...timing, duration: 1.25 * BEAT });
    if (kind === "vanish") {
      const gone = this.#at(`${at} gone`);
      const groups = gone.map((piece) => piece.parentElement ?? piece);
      this.#run(groups, [{ opacity: 1 }, {}], timing);
      if (start) this.#run(gone, [{ transform: start }, {}], timing);
      this.#run([...this.frame.querySelectorAll(".kletka-struck")], [{ opacity: 0 }, {}], timing);
    }
    curves.forEach((curve, number) => {
      const share = { ...timing, duration: BEAT / curves.length };
      share.delay += number * share.duration;
      for (const line of this.#find(`path[d="${curve}"]`)) this.#run([line], growing(line), share);
    });
  }

  /** @param {Element[]} elements @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing */
  #run(elements, frames, timing) {
    for (const element of elements)
      this.#running.push(element.animate(frames, { fill: "backwards", ...timing }));
  }

  /** @param {Item[]} beat @param {number} delay */
  #sound(beat, delay) {
    const sound = Object.entries(SOUNDS).find(([kind]) => beat.some((item) => item.kind === kind));
    if (!sound) return;
    if (delay) this.#sounds.push(setTimeout(() => play(sound[1]), delay));
    else play(sound[1]);
  }

  /** @param {string} name */
  #at(name) {
    return this.#find(`[data-at="${name}"]`);
  }

  /** @param {string} selector */
  #find(selector) {
    return /** @type {SVGGeometryElement[]} */ ([...this.frame.querySelectorAll(selector)]);
  }
}

/** @typedef {{number: number, item: Item}} Leg */

const CLOSING = [
  { opacity: 0, transform: "scale(.2)" },
  { opacity: 1, transform: "scale(1.6)", offset: 0.6 },
  {},
];

/** A line that is drawn from its start. @param {SVGGeometryElement} line */
function growing(line) {
  const length = line.getTotalLength();
  const strokeDasharray = `${length} ${length}`;
  return [
    { strokeDasharray, strokeDashoffset: length },
    { strokeDasharray, strokeDashoffset: 0 },
  ];
}

/** The keyframes of a piece that slides in some beats and rests in others.
 * @param {Leg[]} legs @param {number} beats */
function slideFrames(legs, beats) {
  const first = legs[0].item;
  const strokes = legs.at(-1)?.item.along ?? [];
  const [x0, y0] = first.from ? (first.along ?? [])[0][0] : (strokes.at(-1)?.at(-1) ?? [0, 0]);
  const shift = (/** @type {[number, number]} */ [x, y]) => `translate(${x - x0}px, ${y - y0}px)`;
  /** @type {Keyframe[]} */
  const frames = [];
  for (const { number, item } of legs)
    for (const { point, share } of timed(item.along ?? []))
      frames.push({ transform: shift(point), offset: (number + share) / beats });
  return [{ ...frames[0], offset: 0 }, ...frames, { ...frames[frames.length - 1], offset: 1 }];
}

/** The points of strokes, each with its share of the whole way. @param {Stroke[]} strokes */
function timed(strokes) {
  let gone = 0;
  const points = strokes.flatMap((stroke) =>
    stroke.map((point, i) => {
      const [x, y] = stroke[i - 1] ?? point;
      gone += Math.hypot(point[0] - x, point[1] - y);
      return { point, gone };
    }),
  );
  return points.map((found) => ({ point: found.point, share: gone ? found.gone / gone : 1 }));
}
