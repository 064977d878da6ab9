import { defineMessages } from '../../ui/text/messages.ts';

export const accessTokenMessages = defineMessages({
  title: { id: 'accessTokens.title', defaultMessage: 'Access tokens' },
  lead: {
    id: 'accessTokens.lead',
    defaultMessage:
      'A token lets a script act in this {kind, select, group {group} other {project}}, with a role of its own and within its scopes.',
  },
  none: { id: 'accessTokens.none', defaultMessage: 'No access tokens' },
  noneText: {
    id: 'accessTokens.noneText',
    defaultMessage: 'Create one for each script, so that you can revoke it by itself.',
  },
  role: { id: 'accessTokens.role', defaultMessage: 'Role' },
  rotate: { id: 'accessTokens.rotate', defaultMessage: 'Rotate' },
  rotateLabel: { id: 'accessTokens.rotateLabel', defaultMessage: 'Rotate {name}' },
  rotateTitle: { id: 'accessTokens.rotateTitle', defaultMessage: 'Rotate “{name}”?' },
  rotateWhy: {
    id: 'accessTokens.rotateWhy',
    defaultMessage: 'The present token stops working immediately. The new one is valid until {day}.',
  },
  rotateFailed: { id: 'accessTokens.rotateFailed', defaultMessage: 'Could not rotate the token. Try again.' },
});

/** What the scopes allow a token with a role of its own. */
export const roleScopeMessages = defineMessages({
  api: { id: 'accessTokens.scopeApi', defaultMessage: 'Read and change everything that the role allows' },
  read_api: { id: 'accessTokens.scopeReadApi', defaultMessage: 'Read everything that the role allows' },
  read_user: { id: 'accessTokens.scopeReadUser', defaultMessage: 'Read accounts only' },
});

/** What they allow a token of a service account. */
export const accountScopeMessages = defineMessages({
  api: { id: 'accessTokens.accountApi', defaultMessage: 'Read and change everything that the account has access to' },
  read_api: { id: 'accessTokens.accountReadApi', defaultMessage: 'Read everything that the account has access to' },
  read_user: { id: 'accessTokens.scopeReadUser', defaultMessage: 'Read accounts only' },
});
