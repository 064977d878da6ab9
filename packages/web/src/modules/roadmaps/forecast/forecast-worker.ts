import { type ForecastInputs, simulateForecast } from '@milepost/core/roadmap/forecast/forecast';

/** Simulates off the main thread: 10,000 runs would block it for several frames. */
onmessage = ({ data }: MessageEvent<{ inputs: ForecastInputs; seed: number }>) => {
  postMessage(simulateForecast(data.inputs, data.seed), { transfer: [] });
};
