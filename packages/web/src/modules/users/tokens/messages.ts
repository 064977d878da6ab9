import { defineMessages } from '../../../ui/text/messages.ts';

export const tokenMessages = defineMessages({
  newToken: { id: 'tokens.new', defaultMessage: 'New token' },
  name: { id: 'tokens.name', defaultMessage: 'Token name' },
  expiresOn: { id: 'tokens.expiresOn', defaultMessage: 'Expires on' },
  expiresNote: { id: 'tokens.expiresNote', defaultMessage: 'Stops working on this date.' },
  scopes: { id: 'tokens.scopes', defaultMessage: 'Scopes' },
  scopeReadRepository: { id: 'tokens.scopeReadRepository', defaultMessage: 'Clone and fetch repositories' },
  scopeWriteRepository: { id: 'tokens.scopeWriteRepository', defaultMessage: 'Clone, fetch and push to repositories' },
  scopeSelfRotate: { id: 'tokens.scopeSelfRotate', defaultMessage: 'Replace itself by a new token, nothing else' },
  scopesMissing: { id: 'tokens.scopesMissing', defaultMessage: 'Choose at least one scope.' },
  create: { id: 'tokens.create', defaultMessage: 'Create token' },
  created: { id: 'tokens.created', defaultMessage: "Token “{name}” created. Copy it now. You won''t see it again." },
  copy: { id: 'tokens.copy', defaultMessage: 'Copy token' },
  copied: { id: 'tokens.copied', defaultMessage: 'Token copied' },
  notCopied: {
    id: 'tokens.notCopied',
    defaultMessage: 'Your browser does not allow copying. Select the token and copy it manually.',
  },
  text: { id: 'tokens.text', defaultMessage: 'Your new token' },
  expires: { id: 'tokens.expires', defaultMessage: 'expires {day}' },
  neverExpires: { id: 'tokens.neverExpires', defaultMessage: 'never expires' },
  lastUsed: { id: 'tokens.lastUsed', defaultMessage: 'last used {ago}' },
  usedFrom: {
    id: 'tokens.usedFrom',
    defaultMessage: 'last used {ago} from {count, plural, one {{addresses}} other {{addresses} (newest first)}}',
  },
  neverUsed: { id: 'tokens.neverUsed', defaultMessage: 'never used' },
  revoke: { id: 'tokens.revoke', defaultMessage: 'Revoke' },
  revokeLabel: { id: 'tokens.revokeLabel', defaultMessage: 'Revoke {name}' },
  revokeTitle: { id: 'tokens.revokeTitle', defaultMessage: 'Revoke “{name}”?' },
  revokeWhy: {
    id: 'tokens.revokeWhy',
    defaultMessage: 'Anything that uses this token stops working immediately. This cannot be undone.',
  },
  revoked: { id: 'tokens.revoked', defaultMessage: 'Token revoked' },
  revokeFailed: { id: 'tokens.revokeFailed', defaultMessage: 'Could not revoke the token. Try again.' },
});
