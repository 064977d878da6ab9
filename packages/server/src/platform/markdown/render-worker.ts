import { parseDocument, renderDocument, type ParsedDocument } from './document.ts';
import type { RenderReply, RenderRequest } from './render-messages.ts';
import { stateOf } from './state.ts';

/* The code of a rendering process: one text at a time, parsed by one message and rendered by the next. */

let parsed: ParsedDocument | null = null;

process.on('message', (request: RenderRequest) => reply(answer(request)));

reply({ type: 'ready' });

function reply(message: RenderReply): void {
  process.send?.(message);
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
