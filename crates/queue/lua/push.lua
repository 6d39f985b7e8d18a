-- KEYS[1] data  KEYS[2] active  KEYS[3] meta  KEYS[4] scheduled  KEYS[5] done
-- ARGV[1] depth limit  ARGV[2] number of urgent tasks, which come first  ARGV[3] channel, then pairs: task id, payload
-- Appends tasks directly to the active list, as apalis-redis 1.0 does when it promotes them, and never beyond the
-- limit: its own fetch cannot move 8,000 due tasks. A task that was acknowledged but is pushed again was not started
-- (the database was unreachable, or the task was not due yet), so it is appended again.
-- Urgent tasks go to the head of the list, where the next fetch takes them in order, and are exempt from the limit.
-- Wakes the listening workers. Returns how many of the given tasks, from the first on, the transport now holds.
local room = tonumber(ARGV[1]) - redis.call('llen', KEYS[2]) - redis.call('zcard', KEYS[4])
local urgent = tonumber(ARGV[2])
local is_pushed = false

local function wanted(id)
  return redis.call('hexists', KEYS[1], id) == 0 or redis.call('hexists', KEYS[3] .. ':' .. id, 'done_at') == 1
end

local function put(id, payload, end_of_list)
  local meta = KEYS[3] .. ':' .. id
  if redis.call('hset', KEYS[1], id, payload) == 0 then
    -- acknowledged before
    redis.call('srem', KEYS[5], id)
    redis.call('del', meta)
  end
  redis.call('hset', meta, 'attempts', 0, 'max_attempts', 1, 'status', 'Pending', 'idempotency_key', id)
  redis.call(end_of_list, KEYS[2], id)
  room = room - 1
  is_pushed = true
end

-- from the last to the first, because each is put at the head
for i = 2 + 2 * urgent, 4, -2 do
  if wanted(ARGV[i]) then put(ARGV[i], ARGV[i + 1], 'lpush') end
end
local held = urgent
for i = 4 + 2 * urgent, #ARGV, 2 do
  if wanted(ARGV[i]) then
    if room <= 0 then break end
    put(ARGV[i], ARGV[i + 1], 'rpush')
  end
  held = held + 1
end
-- a Redis user without the right to publish still pushes
if is_pushed then redis.pcall('publish', ARGV[3], '') end
return held
