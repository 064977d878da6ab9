import { Ellipsis, Pencil } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { discussionsKey, mergeRequestKey, type RequestProps } from '../../modules/merge-requests/api.ts';
import { changeMergeRequest } from '../../modules/merge-requests/changes.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { requestMessages as messages } from './messages.ts';

/** Edit, and a menu with the changes of the state. */
export function RequestActions({ request, fullPath, onEdit }: RequestProps & { onEdit(): void }) {
  const { formatMessage } = useIntl();
  const address = { fullPath, iid: request.iid };
  const { change } = useChange(mergeRequestKey(address), discussionsKey(address), ['merge-requests']);
  if (!request.userPermissions.updateMergeRequest) return null;
  const isOpen = request.state === 'opened';
  const title = request.draft
    ? request.title.replace(/^\s*(?:draft:|\[draft\]|\(draft\))\s*/i, '')
    : `Draft: ${request.title}`;
  const send = (body: Parameters<typeof changeMergeRequest>[1]) =>
    void change({ perform: () => changeMergeRequest(address, body) });
  return (
    <>
      <Button icon={Pencil} onClick={onEdit}>
        <FormattedMessage {...messages.edit} />
      </Button>
      {!request.origin && request.state !== 'merged' && (
        <Menu
          label={formatMessage(messages.more)}
          placement={{ align: 'end' }}
          trigger={(props) => (
            <IconButton {...props} kind="secondary" icon={Ellipsis} label={formatMessage(messages.more)} />
          )}
        >
          {isOpen && (
            <MenuItem onSelect={() => send({ title, lock_version: request.lockVersion })}>
              <FormattedMessage {...(request.draft ? messages.markReady : messages.markDraft)} />
            </MenuItem>
          )}
          <MenuItem onSelect={() => send({ state_event: isOpen ? 'close' : 'reopen' })}>
            <FormattedMessage {...(isOpen ? messages.close : messages.reopen)} />
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
