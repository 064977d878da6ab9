import { parentPort } from 'node:worker_threads';
import { parseDocument, renderDocument, type ParsedDocument } from './document.ts';
import type { RenderReply, RenderRequest } from './render-messages.ts';
import { stateOf } from './state.ts';

/* The code of a rendering thread: one text at a time, parsed by one message and rendered by the next. */

let parsed: ParsedDocument | null = null;

parentPort?.on('message', (request: RenderRequest) => reply(answer(request)));

reply({ type: 'ready' });

function reply(message: RenderReply): void {
  // The rule is about windows; threads have no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message);
}

function answer(request: RenderRequest): RenderReply {
  try {
    if (request.type === 'parse') {
      parsed = parseDocument(request.source, request.origin);
      return { type: 'parsed', candidates: parsed ? [...stateOf(parsed.env).candidates.values()] : [] };
    }
    if (!parsed) return { type: 'failed' };
    const { resolved, files } = request;
    Object.assign(stateOf(parsed.env), { resolved, files });
    return { type: 'rendered', html: renderDocument(parsed) };
  } catch {
    // The text overflowed the stack: the caller shows it without rendering.
    return { type: 'failed' };
  }
}
