import { isWebUrl } from '@milepost/core/text/web-urls';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TextField } from '../../../ui/field/Field.tsx';
import { text } from '../../../ui/text/text.tsx';
import type { Editing } from './cell-editing.ts';
import { EditableWidget } from './EditableWidget.tsx';
import { LineEditor } from './LineEditor.tsx';
import { sidebarMessages as messages } from './messages.ts';

export interface UrlWidgetProps {
  name: string;
  url: string | null;
  mayEdit: boolean;
  /** Null removes it. */
  onSave(url: string | null): Promise<void>;
}

/** An external URL. */
export function UrlWidget({ name, url, mayEdit, onSave }: UrlWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <EditableWidget
      name={name}
      mayEdit={mayEdit}
      empty={<FormattedMessage {...messages.none} />}
      failed={formatMessage(messages.saveFailed)}
      value={
        url && (
          <a
            className={`${text.link} ${text.cut}`}
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            data-tooltip-cut=""
          >
            {url.replace(/^https?:\/\//, '')}
          </a>
        )
      }
      isInline
      editor={(editing) => <UrlEditor name={name} url={url} editing={editing} onSave={onSave} />}
    />
  );
}

function UrlEditor({ name, url, editing, onSave }: Omit<UrlWidgetProps, 'mayEdit'> & { editing: Editing }) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(url ?? '');
  const [isWrong, setWrong] = useState(false);
  const save = (): void => {
    const next = typed.trim() || null;
    if (next !== null && !isWebUrl(next)) return setWrong(true);
    return next === url ? editing.close() : editing.save(() => onSave(next));
  };
  return (
    <LineEditor onSave={save} onClose={editing.close}>
      <TextField
        label={name}
        isLabelHidden
        type="url"
        value={typed}
        error={isWrong ? formatMessage(messages.urlWrong) : undefined}
        onChange={(event) => {
          setWrong(false);
          setTyped(event.target.value);
        }}
      />
    </LineEditor>
  );
}
