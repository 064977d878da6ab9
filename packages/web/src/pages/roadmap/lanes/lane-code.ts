import type { ComponentType } from 'react';
import type { LaneRowsProps } from './LaneRows.tsx';

let loaded: ComponentType<LaneRowsProps> | null = null;

/** The headers of lanes, if their code has loaded: most roadmaps have none. */
export const laneCode = (): ComponentType<LaneRowsProps> | null => loaded;

export async function loadLaneCode(): Promise<ComponentType<LaneRowsProps>> {
  loaded = (await import('./LaneRows.tsx')).LaneRows;
  return loaded;
}
