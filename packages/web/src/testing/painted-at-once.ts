/** Replaces ui/feedback/after-paint.ts: nothing waits for the first frame. */
export const useAfterPaint = (): boolean => true;
export const nextPaint = (): Promise<void> => Promise.resolve();
