import { todoCountText } from '@milepost/core/notifications/todos';
import { useIntl } from 'react-intl';
import { useWaitingTodos } from '../../modules/todos/waiting-todos.ts';
import styles from '../../platform/frame/Navigation.module.css';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { plainPages } from '../navigation/plain-pages.ts';

interface PlainItemsProps {
  address: Address | null;
  isIconAlone?: boolean;
  /** The page at the foot of the navigation alone, or the others. */
  isFoot?: boolean;
}

/** The pages outside groups and projects, to-do items with their number. */
export function PlainItems({ address, isIconAlone = false, isFoot = false }: PlainItemsProps) {
  const { formatMessage } = useIntl();
  const waiting = useWaitingTodos() ?? 0;
  return plainPages()
    .filter(({ page }) => (page === 'imports') === isFoot)
    .map(({ page, title, icon }) => {
      const name = formatMessage(title);
      return (
        <Link
          key={page}
          className={styles.item}
          to={{ page }}
          aria-current={address?.page === page ? 'page' : undefined}
          {...(isIconAlone ? { 'aria-label': name, 'data-tooltip': name } : {})}
        >
          <Icon of={icon} />
          {!isIconAlone && name}{' '}
          {!isIconAlone && page === 'todos' && waiting > 0 && (
            <span className={styles.count}>{todoCountText(waiting)}</span>
          )}
        </Link>
      );
    });
}
