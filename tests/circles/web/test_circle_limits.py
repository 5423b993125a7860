"""Rate limits of the files of circles: of a device, and of new devices of one network."""

from circle_routes import found
from limited import LIMITED

app, wait, phone = LIMITED


def test_a_device_saves_six_circles_a_minute_as_files_and_others_still_can(phone, wait):
    one, other = phone(), phone()
    path = f"{found(phone())}/circle.json"
    assert [one.get(path).status_code for _ in range(7)] == [200] * 6 + [429]
    assert other.get(path).status_code == 200
    wait(60)
    assert one.get(path).status_code == 200


def test_new_devices_of_one_network_save_twenty_circles_a_minute(phone, wait):
    path = f"{found(phone())}/circle.json"
    answers = [phone().get(path).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]
