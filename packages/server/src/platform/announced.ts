/** An announcement with the context that made it. */
export interface AnnouncedBy<Ctx, Announcement> {
  readonly by: Ctx;
  readonly announcement: Announcement;
}

/** Passes the announcements of each context that made several to the preloads. */
export async function preloadFor<Ctx, Announcement>(
  announced: readonly AnnouncedBy<Ctx, Announcement>[],
  preloads: readonly ((ctx: Ctx, announcements: readonly Announcement[]) => Promise<void>)[],
): Promise<void> {
  if (announced.length < 2) return;
  const byContext = new Map<Ctx, Announcement[]>();
  for (const { by, announcement } of announced) {
    const own = byContext.get(by);
    if (own) own.push(announcement);
    else byContext.set(by, [announcement]);
  }
  for (const [by, own] of byContext) {
    if (own.length > 1) await Promise.all(preloads.map((preload) => preload(by, own)));
  }
}
