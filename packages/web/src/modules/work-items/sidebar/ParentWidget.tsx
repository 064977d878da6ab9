import { Layers2 } from 'lucide-react';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from '../../../platform/navigation/Link.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import { text } from '../../../ui/text/text.tsx';
import { epicOption, epicsOf, type OptionOf, type ShownEpic } from './options.tsx';
import { PickWidget } from './PickWidget.tsx';
import { sidebarMessages as messages } from './messages.ts';

export interface ParentWidgetProps {
  name: string;
  parent: ShownEpic | null;
  home: NamespaceRef;
  /** The global id of an epic that must not be offered: itself. */
  except?: string;
  mayEdit: boolean;
  /** Replaces the parent's linked title. */
  value?: ReactNode;
  /** `parentId`: as mutations of work items take it, null for none. */
  onSave(parentId: string | null, parent: ShownEpic | null): Promise<void>;
}

/** The parent epic of an item, selected from the open epics of the whole group hierarchy. */
export function ParentWidget({ name, parent, home, except, mayEdit, value, onSave }: ParentWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={name}
      mayEdit={mayEdit}
      empty={formatMessage(messages.none)}
      none={formatMessage(messages.noEpic)}
      failed={formatMessage(messages.saveFailed)}
      fetchFailed={formatMessage(messages.epicsFailed)}
      chosen={parent ? [epicOption(parent)] : []}
      options={epicsOf(home, except)}
      onSave={([option]) => {
        // The value comes from this list.
        const epic = option ? (option as OptionOf<ShownEpic>).shown : null;
        return onSave(epic && epic.id.replace('/Epic/', '/WorkItem/'), epic);
      }}
      value={
        value ??
        (parent && (
          <Link className={text.titleLink} to={parent.webPath}>
            <Icon of={Layers2} />
            <span className={text.cut} data-tooltip-cut="">
              {parent.title}
            </span>
          </Link>
        ))
      }
    />
  );
}
