// @ts-check
// Synthesised sounds: pencil on paper, taps, slides, a chord at the end.

import { isOn } from "./preferences.js";

/** @type {AudioContext | null} */
let audio = null;

// Browsers allow sound only after the first click or key.
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => (audio ??= new AudioContext()).resume(), {
    once: true,
    passive: true,
  });

/** @type {Record<string, () => void>} */
const SOUNDS = {
  place() {
    scratch(2300, 0.07);
    ring(300, 0.02, 0.08);
  },
  jump() {
    ring(260, 0, 0.16, 520);
    scratch(1700, 0.05);
  },
  capture() {
    scratch(3200, 0.05);
    ring(180, 0, 0.12, 110);
    ring(140, 0.06, 0.1);
  },
  growth() {
    scratch(1300, 0.18);
    ring(392, 0.05, 0.12, 440);
  },
  ring: () => [440, 554, 659].forEach((tone, i) => ring(tone, 0.05 * i, 0.22)),
  pass: () => ring(220, 0, 0.07),
  over: () => [392, 494, 587].forEach((tone, i) => ring(tone, 0.09 * i, 0.5)),
  wrong: () => ring(150, 0, 0.09),
};

/** Play a sound, unless sounds are off. @param {string} kind one of `SOUNDS` */
export function play(kind) {
  if (audio && audio.state === "running" && isOn("sound")) SOUNDS[kind]();
}

/**
 * A tone that fades out, and perhaps slides to another one.
 * @param {number} tone @param {number} after @param {number} length @param {number} [towards]
 */
function ring(tone, after, length, towards = tone) {
  if (!audio) return;
  const start = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: "triangle", frequency: tone });
  source.frequency.setValueAtTime(tone, start);
  source.frequency.exponentialRampToValueAtTime(towards, start + length);
  const volume = new GainNode(audio, { gain: 0.0001 });
  volume.gain.setValueAtTime(0.11, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** A stroke of the pencil: filtered noise. @param {number} tone @param {number} length in seconds */
function scratch(tone, length) {
  if (!audio) return;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: tone, Q: 1.2 });
  const volume = new GainNode(audio, { gain: 0.25 });
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}
