import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

export interface SecurityHeaderOptions {
  /** Whether links begin with https: only then is Strict-Transport-Security sent. */
  isSecure: boolean;
  /** Whether browsers may load images of other servers; true by default. */
  hasRemoteImages?: boolean;
}

/** Sends security headers with every response. They are always the same, and helmet would compute them for each request. */
export function sendSecurityHeaders(server: FastifyInstance, options: SecurityHeaderOptions): void {
  const headers = securityHeaders(options);
  server.addHook('onRequest', (_request, { raw }, done) => {
    for (const [name, value] of headers) raw.setHeader(name, value);
    done();
  });
}

function securityHeaders({ isSecure, hasRemoteImages }: SecurityHeaderOptions): Map<string, string> {
  const send = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Style attributes contain positions of bars and colors of labels.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...(hasRemoteImages === false ? [] : ['https:'])],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? {} : { upgradeInsecureRequests: null }),
      },
    },
    ...(isSecure ? {} : { hsts: false }),
    crossOriginOpenerPolicy: isSecure ? { policy: 'same-origin' } : false,
    originAgentCluster: isSecure,
  });
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  // It only sets headers, and does so at once.
  send({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
