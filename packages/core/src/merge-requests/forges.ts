/** The forges whose webhooks a project takes. */
export const forges = ['github', 'gitlab', 'gitea'] as const;
export type Forge = (typeof forges)[number];

/** Names of products: not translated. */
export const forgeNames: Readonly<Record<Forge, string>> = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' };

/** Maximum number of inbound webhooks of one project. */
export const MAX_INBOUND_WEBHOOKS = 20;
/** Maximum size of one delivery. */
export const MAX_INBOUND_BYTES = 25 * 1024 * 1024;

/** What became of a delivery. */
export const inboundStatuses = ['queued', 'processed', 'ignored', 'failed', 'refused'] as const;
export type InboundStatus = (typeof inboundStatuses)[number];

/** Whether a delivery was stored with its content, so that it can be processed again. */
export const canProcessAgain = (status: InboundStatus): boolean => status === 'processed' || status === 'failed';
