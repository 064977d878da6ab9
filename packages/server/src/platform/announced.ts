import type { Viewer } from '@milepost/core/roles';

/** Groups consecutive announcements of the same viewer. */
export function byViewer<Announcement>(
  announced: readonly { by: { viewer: Viewer }; announcement: Announcement }[],
): (readonly [Viewer, readonly Announcement[]])[] {
  const runs: [Viewer, Announcement[]][] = [];
  for (const { by, announcement } of announced) {
    const last = runs.at(-1);
    if (last && last[0].id === by.viewer.id) last[1].push(announcement);
    else runs.push([by.viewer, [announcement]]);
  }
  return runs;
}
