import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StripeConfig } from '../../platform/config/config.ts';

interface Intent {
  id: string;
  object: 'setup_intent';
  client_secret: string;
  status: string;
  metadata: Record<string, string>;
}

/** The calls of the payment provider's API that Milepost uses, over its protocol: forms, bearer key, idempotency keys. */
export interface StripeServer {
  config: StripeConfig;
  intents: Map<string, Intent>;
  /** The subscriptions as they are now. */
  subscriptions: Map<string, object>;
  /** The requests so far, as `POST /v1/setup_intents`. */
  requests: string[];
  /** Of the requests that made an intent, or asked for one again. */
  idempotencyKeys: string[];
  /** `stalls`: requests are read and processed, and never answered. `fails`: answered with 500. */
  mode: 'answers' | 'stalls' | 'fails';
  close(): Promise<void>;
}

export const SECRET_KEY = 'sk_test_MilepostSecretKey';

export async function startStripeServer(): Promise<StripeServer> {
  const byKey = new Map<string, Intent>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stripe: StripeServer = {
    config: {
      secretKey: SECRET_KEY,
      publishableKey: 'pk_test_MilepostPublic',
      webhookSecret: 'whsec_MilepostSigning',
      url: `http://127.0.0.1:${port}`,
      timeoutMs: 10_000,
    },
    intents: new Map(),
    subscriptions: new Map(),
    requests: [],
    idempotencyKeys: [],
    mode: 'answers',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    stripe.requests.push(`${request.method} ${request.url}`);
    const [status, answer] = answerTo(request, new URLSearchParams(body));
    if (stripe.mode === 'stalls') return;
    response.writeHead(stripe.mode === 'fails' ? 500 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(stripe.mode === 'fails' ? { error: { type: 'api_error', message: 'Down' } } : answer));
  }

  function answerTo({ method, url = '', headers }: IncomingMessage, form: URLSearchParams): [number, object] {
    if (headers.authorization !== `Bearer ${SECRET_KEY}`)
      return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }];
    if (method === 'POST' && url === '/v1/setup_intents') {
      const key = String(headers['idempotency-key'] ?? '');
      stripe.idempotencyKeys.push(key);
      const known = byKey.get(key);
      if (known) return [200, known];
      const id = `seti_${stripe.intents.size + 1}`;
      const metadata = [...form].flatMap(([name, value]) => {
        const [, field] = /^metadata\[(.+)\]$/.exec(name) ?? [];
        return field ? [[field, value]] : [];
      });
      const intent: Intent = {
        id,
        object: 'setup_intent',
        client_secret: `${id}_secret_${key.slice(0, 8)}`,
        status: 'requires_payment_method',
        metadata: Object.fromEntries(metadata) as Record<string, string>,
      };
      byKey.set(key, intent);
      stripe.intents.set(id, intent);
      return [200, { ...intent }];
    }
    const intent = stripe.intents.get(url.replace('/v1/setup_intents/', ''));
    if (method === 'GET' && intent) return [200, intent];
    const subscription = stripe.subscriptions.get(url.replace('/v1/subscriptions/', ''));
    if (method === 'GET' && subscription) return [200, subscription];
    return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } }];
  }
  return stripe;
}
