// @ts-check
// Synthesised sounds: a pencil on paper, a tap, a chord at the end.

import { isOn } from "./preferences.js";

/** @type {AudioContext | null} */
let audio = null;

// Browsers allow sound only after the first click or key.
for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => (audio ??= new AudioContext()).resume(), {
    once: true,
    passive: true,
  });

/** @param {"mine" | "theirs" | "over" | "wrong"} kind */
export function play(kind) {
  if (!audio || audio.state !== "running" || !isOn("sound")) return;
  if (kind === "over") [392, 494, 587].forEach((tone, i) => ring(tone, 0.09 * i, 0.5));
  else if (kind === "wrong") ring(150, 0, 0.09);
  else {
    scratch(kind === "mine" ? 2600 : 1900);
    ring(kind === "mine" ? 330 : 262, 0.02, 0.08);
  }
}

/** A tone that fades out. @param {number} tone @param {number} after @param {number} length */
function ring(tone, after, length) {
  if (!audio) return;
  const start = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: "triangle", frequency: tone });
  const volume = new GainNode(audio, { gain: 0.0001 });
  volume.gain.setValueAtTime(0.11, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** A stroke of the pencil: filtered noise. @param {number} tone */
function scratch(tone) {
  if (!audio) return;
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.07, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: tone, Q: 1.2 });
  const volume = new GainNode(audio, { gain: 0.25 });
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}
