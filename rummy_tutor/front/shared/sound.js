// Three soft sounds, made by the browser itself; none is heard unless the player has asked for them.

import { readKept, writeKept } from "./keep.js";

const SOUND_KEPT = "rummy-tutor-sound";
const LOUDEST = 0.07; // of the loudest that there is

// each tone: when it begins and how long it fades, in seconds, and its pitch in Hz; a pitch of 0 is the rustle of paper
const SOUNDS = {
  lay: [[0, 0.07, 0]],
  snap: [
    [0, 0.12, 659],
    [0.07, 0.2, 988],
  ],
  joy: [
    [0, 0.25, 523],
    [0.1, 0.25, 659],
    [0.2, 0.3, 784],
    [0.3, 0.6, 1047],
  ],
};

let audio = null; // made at the first sound: before a press a browser plays none

export const isSoundOn = () => readKept(SOUND_KEPT) === true;

export function setSound(on) {
  writeKept(SOUND_KEPT, on ? true : null);
  if (on) playSound("snap");
}

/** A source of paper's rustle, and the filter that makes it soft. */
function makeRustle(length) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  source.connect(filter);
  return { source, last: filter };
}

function makeNote(pitch) {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return { source, last: source };
}

/**
 * Play a sound, if sounds are on.
 * @param {"lay" | "snap" | "joy"} name
 */
export function playSound(name) {
  if (!isSoundOn() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  for (const [wait, length, pitch] of SOUNDS[name]) {
    const start = audio.currentTime + wait;
    const { source, last } = pitch ? makeNote(pitch) : makeRustle(length);
    const loudness = audio.createGain();
    loudness.gain.setValueAtTime(LOUDEST, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
    last.connect(loudness).connect(audio.destination);
    source.start(start);
    source.stop(start + length);
  }
}
