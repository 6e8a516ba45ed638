import { useState } from 'react';
import { DailyFileDayScreen } from './day-screen.tsx';
import { DailyFileDayList } from './days-list.tsx';

/** The list of days, or one day. */
export function DailyFilePage() {
  const [day, setDay] = useState<string | null>(null);
  return day === null ? (
    <DailyFileDayList onOpen={setDay} />
  ) : (
    <DailyFileDayScreen key={day} day={day} onBack={() => setDay(null)} />
  );
}
