import { callSite } from '../sites/call.ts';
import { parsePosition, type Position } from '../sites/position.ts';
import type { Site } from '../sites/site.ts';
import type { NoticeHandlers, NoticeSource } from './channel.ts';
import { NOTICES_PATH } from './relay.ts';

/** A primary sends something every 15 seconds. */
const SILENCE_MS = 45_000;
/** How long one wait for the standby takes. */
const WAIT_MS = 1_000;
const MAX_EVENT_LENGTH = 8 * 1024 * 1024;

/**
 * The notices of the primary at a secondary, each once its change was replayed here. While the standby is behind, nothing more is read:
 * the primary then ends the stream of a site that is too far behind.
 */
export class SiteNotices implements NoticeSource {
  readonly #site: Site;
  readonly #secret: string;

  constructor({ site, secret }: { site: Site; secret: string }) {
    this.#site = site;
    this.#secret = secret;
  }

  get isNeeded(): boolean {
    return this.#site.isSecondary;
  }

  async receive(handlers: NoticeHandlers, stopping: AbortSignal): Promise<void> {
    const site = this.#site;
    const { primaryUrl } = site;
    if (primaryUrl === null || !site.isPrimaryReachable) return;
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const signal = AbortSignal.any([stopping, ending.signal]);
    const silence = setTimeout(end, SILENCE_MS);
    const stopWatching = [site.onUnreachable(end), site.onRole(end)];
    try {
      const answer = await callSite({ site, secret: this.#secret }, primaryUrl, NOTICES_PATH, { signal });
      for await (const { name, id, data } of eventsOf(answer)) {
        silence.refresh();
        if (site.primaryUrl !== primaryUrl) return;
        const position = parsePosition(id);
        if (position === null) continue;
        await this.#replay(position, signal, silence);
        if (name === 'ready') handlers.onReady();
        for (const payload of JSON.parse(data) as string[]) handlers.onNotification(payload);
      }
    } catch (error) {
      // The follower of the site reports that the primary is unreachable.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(silence);
      for (const stop of stopWatching) stop();
      end();
    }
  }

  async #replay(position: Position, signal: AbortSignal, silence: NodeJS.Timeout): Promise<void> {
    while (!(await this.#site.replayed.reaches(position, WAIT_MS))) {
      signal.throwIfAborted();
      silence.refresh();
    }
  }
}

interface SentEvent {
  name: string;
  id: string;
  data: string;
}

/** The server-sent events of an answer; comments are events without fields. */
async function* eventsOf({ body }: Response): AsyncGenerator<SentEvent> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > MAX_EVENT_LENGTH) throw new Error('An event of the primary site is too long');
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      yield { name: field('event'), id: field('id'), data: field('data') };
    }
  }
}
