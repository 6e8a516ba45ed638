/**
 * The staff screens: the list of people, and adding, changing, disabling, enabling and releasing
 * them, with the permission to do so.
 */
export { StaffPage } from './staff-page.tsx';
