-- Counts one try in a fixed window and says how many there were and how many milliseconds the window still lasts.
local count = redis.call('incr', KEYS[1])
if count == 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
end
return { count, redis.call('pttl', KEYS[1]) }
