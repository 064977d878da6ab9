import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Host } from '../../../platform/rooms/module.ts';

/** The page that loads the form of the payment provider. */
const PAYMENT_PAGE = /^\/groups\/[^?]+\/-\/settings\/billing\/?(?:$|\?)/;

/** What its form loads, by directive: https://docs.stripe.com/security/guide#content-security-policy. */
const providerSources: Readonly<Record<string, string>> = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'connect-src': 'https://api.stripe.com',
};

/** Allows the provider on the payment page alone, and only if payment is set up. */
export function allowProvider(server: FastifyInstance, { services }: Host): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const policy = reply.getHeader('content-security-policy');
    if (services.stripe && typeof policy === 'string' && PAYMENT_PAGE.test(request.originalUrl))
      void reply.header('content-security-policy', withProvider(policy));
    done(null, payload);
  });
}

function withProvider(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  for (const [name, sources] of Object.entries(providerSources)) {
    const index = directives.findIndex((directive) => directive.startsWith(`${name} `));
    if (index === -1) directives.push(`${name} 'self' ${sources}`);
    else directives[index] += ` ${sources}`;
  }
  return directives.join(';');
}

/** Tells the page whether it may load the form: one that was reached from another page has the policy of that page. */
export function bootstrapOfPayment({ services }: Context, { originalUrl }: FastifyRequest): Promise<object> {
  return Promise.resolve(services.stripe && PAYMENT_PAGE.test(originalUrl) ? { isPaymentPage: true } : {});
}
