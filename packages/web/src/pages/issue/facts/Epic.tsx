import { Layers2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Link } from '../../../app/Link.tsx';
import { epicOption, epicsOf, type ShownEpic } from '../../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarWords } from '../../../modules/work-items/sidebar/words.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { text } from '../../../ui/text.tsx';
import { none, shownOf, type FactProps } from './fact.tsx';

/** The epic it belongs to. */
export function Epic({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={formatMessage(sidebarWords.epic)}
      mayEdit={mayEdit}
      empty={none}
      none={formatMessage(sidebarWords.noEpic)}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.epicsFailed)}
      chosen={issue.epic ? [epicOption({ ...issue.epic, title: issue.epic.title ?? '' })] : []}
      options={epicsOf(home)}
      onSave={(options) => {
        const [epic = null] = shownOf<ShownEpic>(options);
        const parentId = epic && epic.id.replace('/Epic/', '/WorkItem/');
        return save({ hierarchyWidget: { parentId } }, (view) => ({ ...view, epic }));
      }}
      value={
        issue.epic && (
          <Link className={text.titleLink} to={issue.epic.webPath}>
            <Icon of={Layers2} />
            <span className={text.cut} data-tooltip-cut="">
              {issue.epic.title}
            </span>
          </Link>
        )
      }
    />
  );
}
