-- KEYS[1] data  KEYS[2] active  KEYS[3] meta  KEYS[4] scheduled  KEYS[5] done   ARGV[1] depth limit, then pairs: task id, payload
-- Puts tasks straight into the active list, as apalis-redis 1.0 would after promoting them, and never more than the limit:
-- its own fetch cannot move 8,000 due tasks. A task that was handed out and acknowledged but is pushed again was not begun
-- (the database was away, or it was not due yet): it goes in again.
-- Answers how many of the given tasks the transport now holds, from the first on.
local room = tonumber(ARGV[1]) - redis.call('llen', KEYS[2]) - redis.call('zcard', KEYS[4])
local held = 0
for i = 2, #ARGV, 2 do
  local id = ARGV[i]
  local meta = KEYS[3] .. ':' .. id
  if redis.call('hexists', KEYS[1], id) == 0 or redis.call('hexists', meta, 'done_at') == 1 then
    if room <= 0 then break end
    redis.call('srem', KEYS[5], id)
    redis.call('del', meta)
    redis.call('hset', KEYS[1], id, ARGV[i + 1])
    redis.call('hset', meta, 'attempts', 0, 'max_attempts', 1, 'status', 'Pending', 'idempotency_key', id)
    redis.call('rpush', KEYS[2], id)
    room = room - 1
  end
  held = held + 1
end
return held
