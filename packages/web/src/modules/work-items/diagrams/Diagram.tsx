import { Code, Copy } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Spinner } from '../../../ui/progress/Spinner.tsx';
import { copyText } from '../../../ui/overlay/copy-text.ts';
import { retryLabel } from '../../../ui/text/messages.ts';
import { draw, drawnBefore, type Drawing, type Drawn } from './drawer.ts';
import { DRAWN_UNASKED, MAX_SIZE } from './limits.ts';
import { diagramMessages as messages } from './messages.ts';
import styles from './Diagram.module.css';
import { useIsDark } from '../../../platform/settings/use-is-dark.ts';

/** A diagram that replaces its source, which can be shown. `source`: the element of the rendered text that contains it. */
export function Diagram({ source: element }: { source: HTMLPreElement }) {
  const { formatMessage } = useIntl();
  const isDark = useIsDark();
  const source = element.textContent;
  const sourceId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(() => drawnBefore(source, isDark));
  const [isAsked, setAsked] = useState(source.length <= DRAWN_UNASKED);
  const [isNear, setNear] = useState(drawn !== null);
  const [showsSource, setShowsSource] = useState(false);
  const isTooLarge = source.length > MAX_SIZE.characters;
  const isDrawing = isAsked && isNear && !isTooLarge && drawn === null;
  const drawing = drawn?.is === 'drawing' ? drawn.drawing : null;

  useEffect(() => whenNear(box.current, () => setNear(true)), []);
  useEffect(() => {
    if (!isAsked || !isNear || isTooLarge) return undefined;
    let isCurrent = true;
    // The previous image stays until the new one is ready.
    void draw(source, isDark).then((answer) => isCurrent && setDrawn(answer));
    return () => {
      isCurrent = false;
    };
    // A drawing that is requested again starts empty.
  }, [source, isDark, isAsked, isNear, isTooLarge, isDrawing]);
  useLayoutEffect(() => {
    moveSource(element, sourceId, drawing !== null && !showsSource);
  }, [element, sourceId, drawing, showsSource]);

  return (
    <div className={styles.diagram} ref={box}>
      {drawing && <DiagramImage drawing={drawing} />}
      {isDrawing && (
        <p className={styles.note} role="status">
          <Spinner /> <FormattedMessage {...messages.drawing} />
        </p>
      )}
      {!isAsked && !isTooLarge && (
        <p className={styles.note}>
          <FormattedMessage {...messages.large} values={{ count: source.length }} />{' '}
          <Button size="small" onClick={() => setAsked(true)}>
            <FormattedMessage {...messages.draw} />
          </Button>
        </p>
      )}
      {isTooLarge && (
        <Alert tone="info">
          <FormattedMessage {...messages.tooLarge} values={{ count: source.length, most: MAX_SIZE.characters }} />
        </Alert>
      )}
      {drawn && <Failure drawn={drawn} onRetry={() => setDrawn(null)} />}
      <div className={styles.tools}>
        {drawing && (
          <Button
            kind="quiet"
            size="small"
            icon={Code}
            aria-expanded={showsSource}
            aria-controls={sourceId}
            onClick={() => setShowsSource(!showsSource)}
          >
            <FormattedMessage {...(showsSource ? messages.hideSource : messages.showSource)} />
          </Button>
        )}
        <Button
          kind="quiet"
          size="small"
          icon={Copy}
          onClick={() =>
            void copyText(source, {
              copied: formatMessage(messages.copied),
              notCopied: formatMessage(messages.notCopied),
            })
          }
        >
          <FormattedMessage {...messages.copySource} />
        </Button>
      </div>
    </div>
  );
}

/** The source is in a text that React did not draw. */
function moveSource(element: HTMLPreElement, id: string, isHidden: boolean): void {
  element.id = id;
  element.hidden = isHidden;
}

function DiagramImage({ drawing }: { drawing: Drawing }) {
  const { formatMessage } = useIntl();
  const { kind, title, description, address, width, height } = drawing;
  const name = title || (kind ? formatMessage(messages.name, { kind }) : formatMessage(messages.nameless));
  return (
    <img
      className={styles.image}
      src={address}
      width={width}
      height={height}
      alt={description ? `${name}. ${description}` : name}
    />
  );
}

function Failure({ drawn, onRetry }: { drawn: Drawn; onRetry: () => void }) {
  switch (drawn.is) {
    case 'drawing':
      return null;
    case 'mistaken':
      return (
        <Alert tone="warning">
          <FormattedMessage {...messages.mistaken} />
          {drawn.message !== '' && <span className={styles.message}>{drawn.message.slice(0, 1_000)}</span>}
        </Alert>
      );
    case 'slow':
      return (
        <Alert tone="warning">
          <FormattedMessage {...messages.slow} />
        </Alert>
      );
    default:
      return (
        <Alert tone="warning">
          <FormattedMessage {...messages.unreachable} />{' '}
          <Button size="small" onClick={onRetry}>
            <FormattedMessage {...retryLabel} />
          </Button>
        </Alert>
      );
  }
}

/** Calls back once when the element is near the viewport. Returns a function that stops observing. */
function whenNear(element: Element | null, callback: () => void): () => void {
  if (!element) return () => undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      callback();
    },
    { rootMargin: '400px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
