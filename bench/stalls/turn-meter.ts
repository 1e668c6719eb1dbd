/** Measures in the server how long its main thread computes without a pause, and how late its timers are. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the main thread did since the last reading, in milliseconds. */
export interface TurnReading {
  /** The most processor time between two looks, which are 2 ms apart where nothing computes. */
  readonly cpuMs: number;
  /** The latest timer by the clock: it includes what a busy machine adds. */
  readonly delayMs: number;
  readonly delayP999Ms: number;
}

const LOOK_MS = 2;

export function startTurnMeter(): () => TurnReading {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let longest = 0;
  let last = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, LOOK_MS).unref();
  return () => {
    const reading = { cpuMs: longest, delayMs: delay.max / 1e6, delayP999Ms: delay.percentile(99.9) / 1e6 };
    delay.reset();
    longest = 0;
    return reading;
  };
}
