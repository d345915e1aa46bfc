// Sounds of the table, synthesised from noise and a few tones, and vibrations of a phone. Browsers allow both only
// after the player's first press.

/** @typedef {"deal" | "draw" | "discard" | "knock" | "gin" | "turn"} Sound */

/** Durations of vibrations and of the pauses between them, in milliseconds. */
const TICKS = { turn: [18], knock: [22, 130, 22], refused: [60] };
const VOLUMES = { off: 0, quiet: 0.25, on: 0.6, loud: 1 };
/** @type {AudioContext | null} */
let voice = null;

/** @param {AudioContext} context */
function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return new AudioBufferSourceNode(context, { buffer });
}

/**
 * Return a gain node that fades from `loudness` to zero.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {{ at: number, length: number, loudness: number }} how
 */
function fade(context, out, { at, length, loudness }) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(out);
  return gain;
}

/**
 * Paper on felt: noise through a filter that sweeps from one frequency to another.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {{ at: number, length: number, loudness: number, from: number, to: number }} how
 */
function rustle(context, out, how) {
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: how.from, Q: 0.8 });
  filter.frequency.setValueAtTime(how.from, how.at);
  filter.frequency.exponentialRampToValueAtTime(how.to, how.at + how.length);
  const source = noise(context);
  source.connect(filter).connect(fade(context, out, how));
  source.start(how.at);
  source.stop(how.at + how.length);
}

/**
 * Wood or a bell: a tone and an overtone that decays faster.
 * @param {AudioContext} context
 * @param {AudioNode} out
 * @param {{ at: number, length: number, loudness: number, pitch: number, fall?: number, overtone?: number }} how
 */
function tone(context, out, { pitch, fall = 1, overtone = 2.76, ...how }) {
  for (const [times, part] of [[1, 1], [overtone, 0.3]]) {
    const source = new OscillatorNode(context, { frequency: pitch * times });
    source.frequency.exponentialRampToValueAtTime(pitch * times * fall, how.at + how.length);
    source.connect(fade(context, out, { ...how, length: how.length / times ** 0.5, loudness: how.loudness * part }));
    source.start(how.at);
    source.stop(how.at + how.length);
  }
}

/** @type {Record<Sound, (context: AudioContext, out: AudioNode, at: number) => void>} */
const SOUNDS = {
  deal(context, out, at) {
    for (let card = 0; card < 10; card++) {
      rustle(context, out, { at: at + card * 0.09, length: 0.07, loudness: 0.3, from: 2600, to: 1100 });
    }
  },
  draw: (context, out, at) => rustle(context, out, { at, length: 0.13, loudness: 0.45, from: 900, to: 3400 }),
  discard(context, out, at) {
    rustle(context, out, { at, length: 0.08, loudness: 0.6, from: 2400, to: 700 });
    tone(context, out, { at: at + 0.01, length: 0.09, loudness: 0.25, pitch: 150, fall: 0.6 });
  },
  knock(context, out, at) {
    for (const wait of [0, 0.16]) {
      tone(context, out, { at: at + wait, length: 0.14, loudness: 0.8, pitch: 185, fall: 0.7, overtone: 1.6 });
      rustle(context, out, { at: at + wait, length: 0.03, loudness: 0.5, from: 1500, to: 500 });
    }
  },
  gin(context, out, at) {
    for (const [place, pitch] of [523.25, 659.25, 783.99, 1046.5].entries()) {
      tone(context, out, { at: at + place * 0.09, length: 0.7, loudness: 0.35, pitch });
    }
  },
  turn: (context, out, at) => tone(context, out, { at: at + 0.12, length: 0.5, loudness: 0.22, pitch: 880 }),
};

/**
 * Return the audio context, or null if it may not play now. Browsers need a user gesture first. A suspended context
 * would queue sounds and play them all at once later, so nothing is played to it except during a gesture.
 */
function wakeVoice() {
  const { hasBeenActive = false, isActive = false } = navigator.userActivation ?? {};
  if (!hasBeenActive || !("AudioContext" in globalThis)) return null;
  voice ??= new AudioContext();
  if (voice.state === "running") return voice;
  voice.resume().catch(() => {});
  return isActive ? voice : null;
}

/**
 * Play a sound once at the volume of the settings.
 * @param {Sound} name
 */
export function sound(name) {
  const wish = /** @type {keyof typeof VOLUMES} */ (document.documentElement.dataset.sound ?? "off");
  const volume = VOLUMES[wish] ?? 0;
  const speaker = volume ? wakeVoice() : null;
  if (!speaker) return;
  const out = new GainNode(speaker, { gain: volume });
  out.connect(speaker.destination);
  SOUNDS[name](speaker, out, speaker.currentTime);
  setTimeout(() => out.disconnect(), 3000);
}

/**
 * Vibrate on a touch screen, unless the player has switched it off.
 * @param {keyof typeof TICKS} kind
 */
export function tick(kind) {
  const isWished = document.documentElement.dataset.haptics !== "off" && matchMedia("(pointer: coarse)").matches;
  if (isWished && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICKS[kind]);
}
