import { startPage } from './app/start/index.ts';

const place = document.getElementById('till');
if (place === null) throw new Error('the page has no place for the till');
void startPage(place, window.till);
