// The sound of a card on the felt, made here; silent unless the player wants it.
let voice = null;

/** Sound once, if sounds are on and the page may make any. */
export function sound() {
  if (document.documentElement.dataset.sound !== "on" || !navigator.userActivation?.hasBeenActive) return;
  voice ??= new AudioContext();
  const length = Math.round(voice.sampleRate * 0.07);
  const noise = voice.createBuffer(1, length, voice.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 4;
  const source = new AudioBufferSourceNode(voice, { buffer: noise });
  const felt = new BiquadFilterNode(voice, { type: "lowpass", frequency: 1800 });
  source.connect(felt).connect(new GainNode(voice, { gain: 0.35 })).connect(voice.destination);
  source.start();
}
