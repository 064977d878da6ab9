import { useLayoutEffect, useState, type RefObject } from 'react';

/** The room that the button of the menu takes. */
const moreWidth = 76;

export interface Fitting {
  /** How many fit. */
  fitting: number;
  /** The width that these take. */
  width: number;
}

/** How many of the elements marked with `data-fit` fit a line beside the button of the menu that has the rest. */
export function useFitting(line: RefObject<HTMLElement | null>, count: number, hasRoomForAll: boolean): Fitting {
  const [found, setFound] = useState<Fitting>({ fitting: Infinity, width: 0 });
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const measure = (): void => {
      const next = hasRoomForAll ? { fitting: Infinity, width: 0 } : fittingIn(element);
      setFound((now) => (now.fitting === next.fitting && now.width === next.width ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const item of element.children) observer.observe(item);
    return () => observer.disconnect();
  }, [line, count, hasRoomForAll]);
  return found;
}

function fittingIn(line: HTMLElement): Fitting {
  const room = line.clientWidth;
  const ends = [...line.querySelectorAll<HTMLElement>('[data-fit]')].map((item) => item.offsetLeft + item.offsetWidth);
  if ((ends.at(-1) ?? 0) <= room) return { fitting: Infinity, width: 0 };
  const fitting = ends.filter((end) => end <= room - moreWidth).length;
  return { fitting, width: ends[fitting - 1] ?? 0 };
}
