import { useCallback, useEffect, useRef } from 'react';
import {
  type OutcomeSound,
  playSound,
  playSpeech,
  previewAppearance,
  stopSpeech,
  useHasVoice,
} from '../../../../app/appearance/index.ts';
import { useLanguage, useText } from '../../../../i18n/index.ts';
import type { SettingsSectionProps } from '../save-notice.tsx';
import { GenericSettingsSection } from './plain-section.tsx';

/**
 * Ends the preview when the screen closes. Each row previews its value while it has the focus or
 * the pointer.
 */
function useEndPreviewOnLeave(): void {
  useEffect(() => () => previewAppearance({}), []);
}

export function ThemeSection(props: SettingsSectionProps) {
  const text = useText();
  useEndPreviewOnLeave();
  return (
    <GenericSettingsSection
      {...props}
      section="theme"
      hint={text('appearance.preview')}
      onHighlight={(theme) =>
        previewAppearance({ theme: theme as SettingsSectionProps['effectiveSettings']['theme'] })
      }
    />
  );
}

export function TextSizeSection(props: SettingsSectionProps) {
  const text = useText();
  useEndPreviewOnLeave();
  return (
    <GenericSettingsSection
      {...props}
      section="letters"
      hint={text('appearance.preview')}
      hasFixedOrder
      onHighlight={(size) =>
        previewAppearance({ letters: size as SettingsSectionProps['effectiveSettings']['letters'] })
      }
    />
  );
}

/** The delay between two of the three sounds. */
const SOUND_INTERVAL_MS = 900;

/**
 * Returns a function that plays each sound once, in the order that the hint names them. Closing the
 * screen stops it.
 */
function useSoundPreview(): (isOn: boolean) => void {
  const timers = useRef<number[]>([]);
  const cancelTimers = useCallback(() => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  }, []);
  useEffect(() => cancelTimers, [cancelTimers]);
  return (isOn) => {
    cancelTimers();
    if (!isOn) return;
    const play = (sound: OutcomeSound, index: number): number =>
      window.setTimeout(() => playSound(sound), index * SOUND_INTERVAL_MS);
    timers.current = (['paid', 'refused', 'unknown'] as const).map(play);
  };
}

/**
 * Sounds and speech. While "yes" is highlighted, each plays its examples; the question about speech also
 * says if this computer has no voice.
 */
export function SoundsSection(props: SettingsSectionProps) {
  const text = useText();
  const language = useLanguage();
  const preview = useSoundPreview();
  const hasVoice = useHasVoice(language);
  useEffect(() => stopSpeech, []);
  return (
    <GenericSettingsSection
      {...props}
      section="sounds"
      helpBySetting={{
        sounds: {
          hint: text('settings.sounds.hint'),
          onHighlight: (choice) => preview(choice === 'yes'),
        },
        speech: {
          hint: text(hasVoice ? 'settings.speech.hint' : 'settings.speech.noVoice'),
          onHighlight: (choice) => {
            // The examples of the sounds may still play.
            preview(false);
            if (choice === 'yes') playSpeech(text('appearance.speech.paid'), language);
            else stopSpeech();
          },
        },
      }}
    />
  );
}

export function FullScreenSection(props: SettingsSectionProps) {
  const text = useText();
  return (
    <GenericSettingsSection
      {...props}
      section="full-screen"
      hint={text('settings.fullScreen.hint')}
    />
  );
}
