import { useTillQuery } from '../../../../app/index.ts';
import { ChoiceQuestion } from '../../../../app/questions/index.ts';
import { Notice } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

const OFF = 'off';
const OTHER = 'other';

/**
 * The customer screen: off, on the display that the till does not use, or on a display selected by
 * its position from left to right.
 */
export function CustomerScreenSection(props: SettingsSectionProps) {
  const text = useText();
  const { value } = useTillQuery('customerScreen.state', {}, { refetchOnMount: 'always' });
  const saved = props.effectiveSettings.customerScreen;
  const displays = value?.displays ?? [];
  const isUnplaceable = value?.window === 'unplaceable';
  const numbers = new Set(displays.map(({ number }) => number));
  // A configured display that is currently unplugged stays in the list, so that opening this screen
  // does not lose the setting.
  if (saved !== undefined && saved.display !== null) numbers.add(saved.display);
  const choices = [
    {
      id: OFF,
      name: text('appearance.customer.off'),
      detail: text('appearance.customer.off.description'),
    },
    {
      id: OTHER,
      name: text('appearance.customer.other'),
      detail: text('appearance.customer.other.description'),
      isDisabled: isUnplaceable,
    },
    ...[...numbers].sort().map((number) => ({
      id: String(number),
      name: text('appearance.customer.display', { number }),
      detail: formatDetail(number),
      isDisabled:
        isUnplaceable || displays.some((display) => display.number === number && display.isTills),
    })),
  ];

  function formatDetail(number: number): string {
    const display = displays.find((display) => display.number === number);
    if (display === undefined) return text('appearance.customer.unplugged');
    const size = { width: display.width, height: display.height };
    return text(display.isTills ? 'appearance.customer.tills' : 'appearance.customer.size', size);
  }

  return (
    <ChoiceQuestion
      title="appearance.customer"
      hint={text('appearance.customer.hint')}
      choices={choices}
      selectedId={
        saved === undefined ? OFF : saved.display === null ? OTHER : String(saved.display)
      }
      onChoose={(id) =>
        props.save({
          customerScreen: id === OFF ? null : { display: id === OTHER ? null : Number(id) },
        })
      }
      onBack={props.onBack}
    >
      {isUnplaceable ? (
        <Notice
          tone="warning"
          title={text('appearance.customer.unplaceable')}
          action={text('appearance.customer.unplaceable.description')}
        />
      ) : null}
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}
