-- A hello records a restart itself: only it knows whether another copy of the till is running.
DROP TRIGGER standing_restarts ON chain.standing;
DROP FUNCTION chain.note_restart();
