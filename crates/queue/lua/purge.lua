-- KEYS[1] set of finished tasks (done or dead)  KEYS[2] data  KEYS[3] meta   ARGV[1] age in seconds  ARGV[2] cursor
-- Only touches members of the given set: apalis' own vacuum() also deletes tasks that wait.
local cutoff = tonumber(redis.call('time')[1]) - tonumber(ARGV[1])
local r = redis.call('sscan', KEYS[1], ARGV[2], 'COUNT', 500)
local n = 0
for _, id in ipairs(r[2]) do
  local m = KEYS[3] .. ':' .. id
  if tonumber(redis.call('hget', m, 'done_at') or '0') <= cutoff then
    redis.call('srem', KEYS[1], id)
    redis.call('hdel', KEYS[2], id)
    redis.call('del', m)
    n = n + 1
  end
end
return {r[1], n}
