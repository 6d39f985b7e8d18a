-- KEYS[1] inflight set of one worker  KEYS[2] active  KEYS[3] workers   ARGV[1] worker
-- Returns the unacknowledged tasks of an ended worker to the active list, and removes the worker. apalis leaves both to
-- the next sweep.
local n = 0
for _, id in ipairs(redis.call('smembers', KEYS[1])) do
  redis.call('rpush', KEYS[2], id)
  n = n + 1
end
redis.call('del', KEYS[1])
redis.call('zrem', KEYS[3], ARGV[1])
return n
