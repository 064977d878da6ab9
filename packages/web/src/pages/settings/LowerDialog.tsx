import type { Visibility } from '@milepost/core/roles';
import { FormattedMessage, useIntl } from 'react-intl';
import { visibilityMessages } from '../../modules/namespaces/VisibilityBadge.tsx';
import type { Settings } from '../../modules/settings/api.ts';
import { visibilityEffect } from '../../modules/settings/effect.ts';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { settingsMessages as messages } from './messages.ts';

interface LowerDialogProps {
  settings: Settings;
  visibility: Visibility;
  onConfirm(): void;
  onClose(): void;
}

/** Names the groups and projects that become less visible with their group, and asks. */
export function LowerDialog({ settings, visibility, onConfirm, onClose }: LowerDialogProps) {
  const { formatMessage } = useIntl();
  const { lowered } = visibilityEffect(visibility, settings.visibilities_below);
  const name = formatMessage(visibilityMessages[visibility]).toLowerCase();
  const more = lowered.count - lowered.paths.length;
  return (
    <Dialog
      title={<FormattedMessage {...messages.lowerTitle} />}
      onClose={onClose}
      footer={
        <DangerFoot onCancel={onClose} onClick={onConfirm}>
          <FormattedMessage {...messages.lower} />
        </DangerFoot>
      }
    >
      <p>
        <FormattedMessage {...messages.lowerBody} values={{ count: lowered.count, visibility: name }} />
      </p>
      <ul>
        {lowered.paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage {...messages.lowerMore} values={{ count: more }} />
          </li>
        )}
      </ul>
    </Dialog>
  );
}
