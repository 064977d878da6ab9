import { CornerDownRight, EyeOff, Layers2 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { itemLook } from '../work-items/ItemLayout.tsx';
import type { Ancestry } from './data/ancestors.ts';

const messages = defineMessages({
  hidden: { id: 'ancestors.hidden', defaultMessage: "You don''t have permission to view this epic" },
  note: { id: 'ancestors.note', defaultMessage: 'Counts reflect children you may not have access to.' },
});

/** The ancestors of an epic from the top; those that the viewer may not see are shown without a name. */
export function AncestorList({ title, ancestry }: { title: string; ancestry: Ancestry }) {
  const { ancestors, hasHiddenParent } = ancestry;
  const first = hasHiddenParent ? 1 : 0;
  return (
    <>
      <ol className={itemLook.ancestors}>
        {hasHiddenParent && (
          <li>
            <Icon of={EyeOff} />
            <span className={text.quiet}>
              <FormattedMessage {...messages.hidden} />
            </span>
          </li>
        )}
        {[...ancestors, null].map((ancestor, index) => (
          <li key={ancestor?.id ?? 'self'} style={{ '--depth': index + first } as CSSProperties}>
            <Icon of={index + first === 0 ? Layers2 : CornerDownRight} />
            {ancestor ? (
              <Link className={`${text.cut} ${text.titleLink}`} to={ancestor.webPath} data-tooltip-cut="">
                {ancestor.title}
              </Link>
            ) : (
              <b className={text.cut} aria-current="page">
                {title}
              </b>
            )}
          </li>
        ))}
      </ol>
      <small>
        <FormattedMessage {...messages.note} />
      </small>
    </>
  );
}
