import type { WorkItemType } from '@milepost/core/work-items';
import { FormattedMessage, useIntl } from 'react-intl';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { Toggle } from '../../../ui/field/Toggle.tsx';
import { actionMessages } from '../actions/action-messages.ts';
import { itemMessages } from '../messages.ts';
import { ConfidentialBadge } from '../StateBadge.tsx';
import type { Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { sidebarMessages as messages } from './messages.ts';

export interface ConfidentialityWidgetProps {
  type: WorkItemType;
  confidential: boolean;
  /** Whether the parent epic is confidential: then its children are, too. */
  isParentConfidential: boolean;
  mayEdit: boolean;
  refresh?: () => Promise<unknown>;
  onSave(confidential: boolean): Promise<void>;
}

/** Whether the item is confidential. */
export function ConfidentialityWidget(props: ConfidentialityWidgetProps) {
  const { type, confidential, isParentConfidential, mayEdit } = props;
  const { formatMessage } = useIntl();
  const typeName = formatMessage(itemMessages[type]).toLowerCase();
  return (
    <EditableWidget
      name={formatMessage(messages.confidentiality)}
      mayEdit={mayEdit}
      empty={null}
      failed={formatMessage(actionMessages.confidentialityFailed, { type: typeName })}
      value={
        <>
          {confidential ? <ConfidentialBadge /> : <FormattedMessage {...messages.notConfidential} />}
          {isParentConfidential && (
            <small>
              <FormattedMessage {...messages.parentConfidential} />
            </small>
          )}
        </>
      }
      refresh={props.refresh}
      refreshFailed={formatMessage(messages.confidentialityReadFailed, { issuableType: typeName })}
      isInline
      editor={(editing) => <Switch {...props} editing={editing} />}
    />
  );
}

function Switch({ confidential, onSave, editing }: ConfidentialityWidgetProps & { editing: Editing }) {
  const { formatMessage } = useIntl();
  return (
    <Toggle
      checked={confidential}
      onChange={(wanted) =>
        editing.save(async () => {
          await onSave(wanted);
          toast({ text: formatMessage(wanted ? actionMessages.confidentialityOn : actionMessages.confidentialityOff) });
        })
      }
    >
      <FormattedMessage {...messages.insidersOnly} />
    </Toggle>
  );
}
