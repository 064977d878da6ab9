import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantConfig } from '../../platform/config/assistant.ts';

/** A request as the server of a model received it. */
export interface ModelRequest {
  path: string;
  key: string | undefined;
  body: Record<string, unknown>;
  /** All texts of the messages. */
  prompt: string;
  /** Resolves when the client closed the connection before the end of the answer. */
  left: Promise<void>;
}

type Answering = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

/** A local server with the API of OpenAI: it stands for a service outside. By default it repeats its prompt. */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  #answer: Answering | null = null;

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<ModelServer> {
    const started = new ModelServer();
    await new Promise<void>((done) => started.#server.listen(0, '127.0.0.1', done));
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  get last(): ModelRequest {
    const last = this.requests.at(-1);
    if (!last) throw new Error('The model was not asked');
    return last;
  }

  /** Answers every following request with this text, or these texts one after the other. */
  says(...texts: readonly string[]): void {
    let next = 0;
    this.does((_request, response) => {
      sendJson(response, chatAnswer(texts[Math.min(next, texts.length - 1)] ?? ''));
      next += 1;
    });
  }

  /** Answers all that the assistant asks for in one form. */
  fitsEveryForm(): void {
    const form = { children: ['A part'], labels: [], duplicates: [1], health: 'on_track', text: 'A text' };
    this.does((request, response) => {
      if (request.path.endsWith('/chat/completions')) sendJson(response, chatAnswer(JSON.stringify(form)));
      else void echo(request, response);
    });
  }

  does(answer: Answering | null): void {
    this.#answer = answer;
  }

  reset(): void {
    this.requests.length = 0;
    this.#answer = null;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const left = new Promise<void>((leave) => response.once('close', () => !response.writableFinished && leave()));
    const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as { content: string }[];
    const prompt = messages.map(({ content }) => content).join('\n');
    const received = { path: request.url ?? '', key: request.headers.authorization, body, prompt, left };
    this.requests.push(received);
    await (this.#answer ?? echo)(received, response);
  }
}

/** The worst model for secrets: it answers all that it got. */
const echo: Answering = ({ path, body, prompt }, response) => {
  if (path.endsWith('/embeddings')) {
    const inputs = [body['input']].flat() as string[];
    const data = inputs.map((text, index) => ({ object: 'embedding', index, embedding: [text.length % 7, 1, 0] }));
    return sendJson(response, {
      object: 'list',
      model: body['model'],
      data,
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
  }
  if (path.endsWith('/chat/completions')) return sendJson(response, chatAnswer(prompt));
  const text = String(body['prompt']);
  return sendJson(response, { object: 'text_completion', model: body['model'], choices: [{ index: 0, text }], usage });
};

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

export function chatAnswer(content: string): object {
  const message = { role: 'assistant', content };
  return {
    id: 'c',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  };
}

export function sendJson(
  response: ServerResponse,
  value: object,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** The configuration of an assistant that uses this server, without limits. */
export function assistantOf(server: ModelServer): AssistantConfig {
  return {
    url: server.url,
    key: 'sk-test',
    model: 'planner-1',
    embeddingModel: null,
    callsPerMinute: 1_000_000,
    tokensPerDay: 1_000_000_000,
    timeoutMs: 5_000,
  };
}
